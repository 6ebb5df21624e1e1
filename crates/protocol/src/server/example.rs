//! One example of each event, for the reference. A test checks that each round-trips.

pub(super) const LOBBY_UPDATE: &str = r#"{"players": [{"id": "p1", "name": "Ann", "isHost": true, "connected": true}, {"id": "p2", "name": "Robot", "isHost": false, "connected": true, "botLevel": 3}], "canStart": true, "roomCode": "ABCD", "keptFor": []}"#;
pub(super) const GAME_STARTED: &str = r#"{"turnOrder": ["p1", "p2"], "currentPlayerId": "p1", "board": [[null]], "tileBagCount": 86, "gameId": "0192f0c1-6a7e-7a51-8c3e-2f6f3f0e9b11", "nonces": [{"playerId": "p1", "nonce": "alice", "commitment": "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983"}, {"playerId": "p2", "nonce": ""}], "openingDraw": []}"#;
pub(super) const YOUR_TILES: &str = r#"{"tiles": [{"letter": "Q", "points": 10, "isBlank": false}, {"letter": "_", "points": 0, "isBlank": true}]}"#;
pub(super) const WORD_ACCEPTED: &str = r#"{"playerId": "p1", "word": "HI", "score": 8, "newScore": 8, "placements": [{"row": 7, "col": 7, "tile": {"letter": "H", "points": 4, "isBlank": false}}, {"row": 7, "col": 8, "tile": {"letter": "I", "points": 0, "isBlank": true}}], "turnNumber": 1}"#;
pub(super) const WORD_REJECTED: &str = r#"{"reason": "not in the word list", "invalidWords": ["DORD"], "error": {"message": "not in the word list", "code": "WORD_NOT_FOUND", "rule": "unknownWords", "words": ["DORD"], "event": "submitWord"}}"#;
pub(super) const BOARD_UPDATE: &str = r#"{"board": [[null, {"letter": "H", "points": 4, "isBlank": false}]], "lastPlay": {"positions": [{"row": 7, "col": 7}], "playerId": "p1", "turnNumber": 1}, "tileBagCount": 84}"#;
pub(super) const TURN_CHANGE: &str = r#"{"currentPlayerId": "p2", "consecutivePasses": 0, "passEndsGame": false, "turnNumber": 2, "waitsForChallenge": false, "nextPlayerId": "p1"}"#;
pub(super) const TILES_EXCHANGED: &str = r#"{"newTiles": [{"letter": "E", "points": 1, "isBlank": false}]}"#;
pub(super) const SCORE_UPDATE: &str = r#"{"scores": [{"playerId": "p1", "playerName": "Ann", "score": 8}, {"playerId": "p2", "playerName": "Bob", "score": 0}]}"#;
pub(super) const GAME_ENDED: &str = r#"{"reason": "allTilesPlayed", "finalScores": [{"playerId": "p1", "playerName": "Ann", "score": 310, "rank": 1, "remainingTiles": [], "gained": 10, "overtime": 0}, {"playerId": "p2", "playerName": "Bob", "score": 290, "remainingTilePoints": 10, "rank": 2, "remainingTiles": [{"letter": "Q", "points": 10, "isBlank": false}], "gained": 0, "overtime": 0}], "winner": {"playerId": "p1", "playerName": "Ann", "score": 310}, "winners": [{"playerId": "p1", "playerName": "Ann", "score": 310}]}"#;
pub(super) const PLAYER_DISCONNECTED: &str =
    r#"{"playerId": "p2", "playerName": "Bob", "heldUntil": 1763200060000}"#;
pub(super) const ERROR: &str = r#"{"message": "placements[0].row: expected an integer, found a string", "code": "BAD_REQUEST", "path": "placements[0].row", "event": "submitWord"}"#;
pub(super) const PLAY_MADE: &str = r#"{"playerId": "p1", "turnNumber": 1, "placements": [{"row": 7, "col": 7, "tile": {"letter": "H", "points": 4, "isBlank": false}}], "words": [{"text": "HI", "score": 8}], "score": 8, "newScore": 8, "goesOut": false, "challengeUntil": 1763200060000}"#;
pub(super) const PLAY_ACCEPTED: &str = r#"{"playerId": "p2", "turnNumber": 1}"#;
pub(super) const PLAY_STOOD: &str =
    r#"{"playerId": "p1", "turnNumber": 1, "reason": "nextMove", "drawn": 2, "tileBagCount": 84}"#;
pub(super) const CHALLENGE_STARTED: &str = r#"{"challengerId": "p2", "playerId": "p1", "turnNumber": 1, "words": ["DORD"], "verdict": "vote", "voteUntil": 1763200060000}"#;
pub(super) const VOTE_CAST: &str = r#"{"playerId": "p3", "turnNumber": 1}"#;
pub(super) const CHALLENGE_RESOLVED: &str = r#"{"challengerId": "p2", "playerId": "p1", "turnNumber": 1, "words": ["DORD"], "valid": false, "judge": {"kind": "dictionary", "unknownWords": ["DORD"]}, "pointsLost": 14, "challengerLosesTurn": false}"#;
pub(super) const TURN_LOST: &str = r#"{"playerId": "p2"}"#;
pub(super) const TURN_PASSED: &str = r#"{"playerId": "p2", "automatic": false}"#;
pub(super) const TILES_SWAPPED: &str = r#"{"playerId": "p2", "count": 3}"#;
pub(super) const PLAYER_RESIGNED: &str =
    r#"{"playerId": "p2", "playerName": "Bob", "reason": "resigned", "returned": 7}"#;
pub(super) const PLAYER_REMOVED: &str =
    r#"{"playerId": "p2", "playerName": "Bob", "reason": "removed", "returned": 7}"#;
pub(super) const SOMEONE: &str = r#"{"playerId": "p2", "playerName": "Bob"}"#;
pub(super) const PLAYER_RECONNECTED: &str = r#"{"playerId": "p2", "playerName": "Bob", "by": "token"}"#;
pub(super) const CLOCK_UPDATE: &str = r#"{"serverTime": 1763200000000, "running": "p1", "players": [{"playerId": "p1", "remainingMs": 1490000}, {"playerId": "p2", "remainingMs": 1500000}]}"#;
pub(super) const RULES_CHANGED: &str = r#"{"playerId": "p1", "playerName": "Ann", "rules": {"preset": "social", "language": "en", "maxPlayers": 2, "words": "challenge", "verdict": "anyone", "challengeWindowSeconds": 60, "lookUp": "always", "beginner": "host", "exchangeNeeds": "asManyAsSwapped", "scorelessEnd": {"kind": "everyPlayerPassed"}, "goingOutEarns": true, "absence": {"removedAfterSeconds": null}, "clock": {"kind": "none"}, "expiresAfterHours": 24, "turns": null, "watching": "byLink", "joining": "anyone", "tileTracker": true}, "tileSet": [{"letter": "_", "count": 2, "points": 0}, {"letter": "A", "count": 9, "points": 1}]}"#;
pub(super) const CHAT: &str =
    r#"{"playerId": "p1", "playerName": "Ann", "text": "Well played!", "at": 1763200000000}"#;
pub(super) const OPENING_DRAW: &str = r#"{"round": 1, "draws": [{"playerId": "p1", "tile": {"letter": "C", "points": 3, "isBlank": false}}, {"playerId": "p2", "tile": {"letter": "K", "points": 5, "isBlank": false}}], "best": ["p1"]}"#;
pub(super) const BAG_COMMITMENT: &str = r#"{"gameId": "game-1", "commitment": "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec"}"#;
pub(super) const BAG_REVEAL: &str = r#"{"gameId": "game-1", "commitment": "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec", "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "keyVersion": 1, "nonces": [{"seat": 0, "playerId": "p1", "nonce": "alice"}, {"seat": 1, "playerId": "p2", "nonce": "bob"}], "openingDraw": [], "bag": [{"kind": "draw", "seat": 0, "t": 0, "count": 7, "tiles": ["Z", "L", "T", "F", "O", "R", "I"]}, {"kind": "putBack", "seat": 0, "tiles": ["Z"]}]}"#;
pub(super) const JOIN_REQUESTED: &str = r#"{"requestId": "r1", "playerName": "Cat"}"#;
pub(super) const JOIN_WITHDRAWN: &str = r#"{"requestId": "r1"}"#;
pub(super) const JOIN_DECIDED: &str =
    r#"{"requestId": "r1", "admitted": true, "roomCode": "ABCD", "seat": {"playerId": "p3", "token": "…"}}"#;
pub(super) const END_GAME_REQUESTED: &str = r#"{"playerId": "p1", "until": 1763200060000}"#;
pub(super) const END_GAME_AGREED: &str = r#"{"playerId": "p2", "agreed": ["p1", "p2"]}"#;
pub(super) const PAUSE_PROPOSED: &str = r#"{"playerId": "p1", "until": 1763459200000}"#;
pub(super) const PAUSE_AGREED: &str = r#"{"playerId": "p2", "agreed": ["p1", "p2"]}"#;
pub(super) const PAUSE_LAPSED: &str = r#"{"playerId": "p2"}"#;
pub(super) const GAME_PAUSED: &str = r#"{"until": 1768384000000}"#;
pub(super) const GAME_RESUMED: &str = r#"{"playerId": "p1"}"#;
pub(super) const STAND_IN_STARTED: &str = r#"{"playerId": "p2", "playerName": "Bob", "level": 3}"#;
pub(super) const PLAY_AGAIN_OFFERED: &str = r#"{"playerId": "p1", "playerName": "Ann", "roomCode": "EFGH"}"#;
pub(super) const TABLE_STATE_OF_A_SPECTATOR: &str = r#"{"roomCode": "ABCD", "gameId": "game-1", "progress": "waiting", "rules": {"preset": "open", "language": "en", "maxPlayers": 4, "words": "checked", "lookUp": "always", "beginner": "joinOrder", "exchangeNeeds": 7, "scorelessEnd": {"kind": "passesOrExchanges", "count": 6}, "goingOutEarns": true, "absence": {"removedAfterSeconds": 60}, "clock": {"kind": "none"}, "expiresAfterHours": 24, "turns": null, "watching": "byLink", "joining": "anyone", "tileTracker": true}, "tileSet": [{"letter": "_", "count": 2, "points": 0}, {"letter": "A", "count": 9, "points": 1}], "commitment": "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec", "serverTime": 1763200000000, "players": [], "keptFor": [], "canStart": false, "game": null, "outcome": null, "playAgainOpen": false, "you": null}"#;
pub(super) const TABLE_STATE_OF_A_PLAYER: &str = r#"{"roomCode": "ABCD", "gameId": "game-1", "progress": "playing", "rules": {"preset": "social", "language": "en", "maxPlayers": 2, "words": "challenge", "verdict": "anyone", "challengeWindowSeconds": 60, "lookUp": "always", "beginner": "host", "exchangeNeeds": "asManyAsSwapped", "scorelessEnd": {"kind": "everyPlayerPassed"}, "goingOutEarns": true, "absence": {"removedAfterSeconds": null}, "clock": {"kind": "none"}, "expiresAfterHours": 24, "turns": null, "watching": "byLink", "joining": "anyone", "tileTracker": true}, "tileSet": [{"letter": "_", "count": 2, "points": 0}, {"letter": "A", "count": 9, "points": 1}], "commitment": "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec", "serverTime": 1763200000000, "players": [{"id": "p1", "name": "Ann", "isHost": true, "connected": true, "score": 0, "tileCount": 7, "lostTurns": 0, "turnsPlayed": 1}, {"id": "p2", "name": "Bob", "isHost": false, "connected": true, "score": 0, "tileCount": 7, "lostTurns": 0, "turnsPlayed": 0}], "keptFor": [], "canStart": false, "game": {"board": [[null]], "tileBagCount": 86, "turnOrder": ["p1", "p2"], "currentPlayerId": "p2", "nextPlayerId": "p1", "waitsForChallenge": false, "turnNumber": 2, "consecutivePasses": 1, "passEndsGame": false, "openPlay": null, "endRequest": null, "pause": null, "clock": null, "openingDraw": [], "nonces": [{"playerId": "p1", "nonce": ""}, {"playerId": "p2", "nonce": ""}], "log": [{"turnNumber": 1, "playerId": "p1", "at": 1763200000000, "total": 0, "deed": {"kind": "passed", "automatic": false}}]}, "outcome": null, "playAgainOpen": false, "you": {"playerId": "p1", "tiles": [{"letter": "Q", "points": 10, "isBlank": false}], "unseen": [{"letter": "_", "count": 2}, {"letter": "A", "count": 9}]}}"#;
pub(super) const NONCE_REQUESTED: &str = r#"{"contributors": [{"playerId": "p1", "commitment": "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983", "isRevealed": false}, {"playerId": "p2", "commitment": "2a224bbca2f1827012caf773002c292bc11245fc1fd156cd483adfbe130f4fb1", "isRevealed": true}], "until": 1763200005000}"#;
pub(super) const START_FAILED: &str = r#"{"players": [{"playerId": "p2", "playerName": "Bob"}]}"#;
pub(super) const STATE_CHANGE: &str = r#"{"gameChange": {"rows": [{"row": 7, "squares": [null, {"letter": "H", "points": 4, "isBlank": false}]}], "log": {"from": 0, "lines": [{"turnNumber": 1, "playerId": "p1", "at": 1763200000000, "total": 0, "deed": {"kind": "passed", "automatic": false}}]}, "tileBagCount": 84, "currentPlayerId": "p2", "nextPlayerId": "p1", "waitsForChallenge": false, "turnNumber": 2, "consecutivePasses": 1, "passEndsGame": false, "openPlay": null}}"#;

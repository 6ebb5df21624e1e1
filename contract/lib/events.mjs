// All client events: for each field a valid value, and invalid values of the right type.

const tile = { letter: 'A', points: 1, isBlank: false };
const placements = { good: [{ row: 7, col: 7, tile }], bad: [[7], [{}], [[{}]], Array(300).fill({ row: 1, col: 1, tile })] };
const optional = (good, ...bad) => ({ good, bad, isOptional: true });
const needed = (good, ...bad) => ({ good, bad, isOptional: false });
const long = 'x'.repeat(5_000);
const turnNumber = optional(1, -1, 1.5, 1e300);
const lastSeq = optional(0, -1, 1.5, 1e300);

export const EVENTS = {
  joinGame: {
    playerName: optional('Ann', long),
    roomCode: optional('ABCD', 'ABCDE', 'AB1D', '', long),
    token: { ...optional('t', long), bad: [long] },
    lastSeq,
    invite: optional('i', long),
    ticket: optional('k', long),
    nonce: optional('n', long),
  },
  startGame: {},
  submitWord: { placements },
  passTurn: {},
  exchangeTiles: { tileIndices: needed([0], ['0'], [-1], [1.5], [null], [[0]], Array(100).fill(0)) },
  createGame: {
    playerName: needed('Ann', long),
    preset: optional('open', 'chess', ''),
    language: optional('en', 'xx', long),
    rules: optional({}, { maxPlayers: {} }, { words: 7 }),
    commitment: optional('ab'.repeat(32), '', 'ab'.repeat(31), 'zz'.repeat(32), long),
  },
  setNonce: { commitment: needed('ab'.repeat(32), '', 'ab'.repeat(31), 'zz'.repeat(32), long) },
  revealNonce: { nonce: needed('n', '', long) },
  admitPlayer: { requestId: needed('r', long), admit: needed(true) },
  createTicket: {},
  watchGame: {
    roomCode: needed('ABCD', 'A', long),
    invite: optional('i', long),
    token: optional('t', long),
    lastSeq,
  },
  describeTable: { roomCode: needed('ABCD', 'A', long), invite: optional('i', long) },
  updateRules: {
    preset: optional('open', 'chess', ''),
    language: optional('en', long),
    rules: optional({}),
  },
  watchRematch: {},
  chatHistory: {},
  previewMove: { placements },
  challenge: { turnNumber },
  acceptPlay: { turnNumber },
  resolveChallenge: { valid: needed(true), turnNumber },
  lookupWord: { word: needed('dord', long) },
  resign: {},
  endGame: {},
  proposePause: {},
  answerPause: { agree: needed(true) },
  resumeGame: {},
  returnToSeat: {},
  playAgain: {},
  leaveGame: {},
  addBot: { level: needed(3, 0, 6, -1, 1.5) },
  removePlayer: { playerId: needed('p2', long) },
  chat: { text: needed('hello', 'x'.repeat(281), long) },
  resync: { lastSeq },
};

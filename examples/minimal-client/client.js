// A small front end for a Dord server. It uses only the official Socket.IO client and the events of
// the contract.
import { io } from "./node_modules/socket.io-client/dist/socket.io.esm.min.js";

const server = new URLSearchParams(location.search).get("server") ?? "http://localhost:3000";
const socket = io(server);

// One quarter of the board; the other three mirror it. The contract does not send the premium
// squares, so a client has to know them.
const LAYOUT = ["T..d...T", ".D...t..", "..D...d.", "d..D...d", "....D...", ".t...t..", "..d...d.", "T..d...*"];
const PREMIUMS = { T: "3W", D: "2W", t: "3L", d: "2L", "*": "★" };

// The state of the game as this page knows it.
let myName = "";
let myId = "";
let names = {}; // the name of each player id
let currentPlayerId = "";
let board = []; // 15 rows of 15 squares: a tile or null
let rack = []; // my tiles, in the order used by exchangeTiles
let laid = []; // my tiles on the board, not submitted yet: { row, col, index, tile }, index is on the rack
let selected = new Set(); // indices of selected tiles

const element = (id) => document.getElementById(id);
const say = (text) => (element("message").textContent = text);
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const list = (id, lines) => element(id).replaceChildren(...lines.map((textContent) => make("li", { textContent })));

function draw() {
  const squares = board.flatMap((row, r) => row.map((tile, c) => drawSquare(tile, r, c)));
  element("board").replaceChildren(...squares);
  const isLaid = (index) => laid.some((one) => one.index === index);
  const tiles = rack.map((tile, index) => (isLaid(index) ? [] : drawRackTile(tile, index))).flat();
  element("rack").replaceChildren(...tiles);
  const isMine = currentPlayerId === myId;
  element("turn").textContent = isMine ? "Your turn" : currentPlayerId ? `Waiting for ${names[currentPlayerId]}` : "Game over";
  for (const id of ["submit", "exchange", "pass"]) element(id).disabled = !isMine;
}

function drawSquare(tile, row, col) {
  const mine = laid.find((one) => one.row === row && one.col === col);
  const shown = tile ?? mine?.tile;
  const premium = PREMIUMS[LAYOUT[Math.min(row, 14 - row)][Math.min(col, 14 - col)]] ?? "";
  const className = `${shown ? "tile" : ""} ${shown?.isBlank ? "blank" : ""} ${mine ? "tentative" : ""}`;
  const onclick = () => clickSquare(row, col, mine);
  return make("button", { textContent: shown?.letter ?? premium, className, onclick });
}

function drawRackTile(tile, index) {
  const className = `tile ${selected.has(index) ? "selected" : ""}`;
  const onclick = () => (selected.delete(index) || selected.add(index), draw());
  return make("button", { textContent: tile.letter, className, title: `worth ${tile.points}`, onclick });
}

/** Takes a tile back from a square, or lays the first selected tile there. */
function clickSquare(row, col, mine) {
  const [index] = selected;
  if (mine) laid = laid.filter((one) => one !== mine);
  else if (!board[row][col] && index !== undefined) {
    const tile = { ...rack[index] };
    if (tile.isBlank) tile.letter = element("blank").value.toUpperCase();
    if (!/^[A-Z]$/.test(tile.letter)) return say("Type the letter for the blank first");
    laid.push({ row, col, index, tile });
    selected.delete(index);
  }
  draw();
}

function takeBack() {
  laid = [];
  selected.clear();
  draw();
}

// Actions of the player.
element("join").onsubmit = (event) => {
  event.preventDefault();
  myName = element("name").value.trim();
  socket.emit("joinGame", { playerName: myName });
};
element("start").onclick = () => socket.emit("startGame", {});
element("submit").onclick = () =>
  socket.emit("submitWord", { placements: laid.map(({ row, col, tile }) => ({ row, col, tile })) });
element("exchange").onclick = () => socket.emit("exchangeTiles", { tileIndices: [...selected] });
element("pass").onclick = () => socket.emit("passTurn", {});
element("recall").onclick = takeBack;

// Events of the server. After a lost connection, joining again under the same name resumes the seat.
socket.on("connect", () => {
  say(`Connected to ${server}`);
  if (myName) socket.emit("joinGame", { playerName: myName });
});
socket.on("disconnect", () => say("Disconnected, attempting to reconnect…"));
socket.on("connect_error", (error) => say(`Cannot reach ${server}: ${error.message}`));
socket.on("error", ({ message }) => say(message));
socket.on("lobbyUpdate", ({ players, canStart }) => {
  names = Object.fromEntries(players.map(({ id, name }) => [id, name]));
  const me = players.find(({ name }) => name === myName);
  myId = me?.id ?? myId;
  const isPlaying = !element("game").hidden;
  element("join").hidden = me !== undefined || isPlaying;
  element("lobby").hidden = me === undefined || isPlaying;
  element("start").hidden = !me?.isHost;
  element("start").disabled = !canStart;
  list("players", players.map(({ name, isHost }) => (isHost ? `${name} (host)` : name)));
});
socket.on("gameStarted", (game) => {
  ({ board, currentPlayerId } = game);
  element("lobby").hidden = true;
  element("game").hidden = false;
  draw();
});
socket.on("yourTiles", ({ tiles }) => ((rack = tiles), takeBack()));
socket.on("boardUpdate", (update) => (({ board } = update), draw()));
socket.on("turnChange", (change) => (({ currentPlayerId } = change), draw()));
socket.on("scoreUpdate", ({ scores }) => list("scores", scores.map((one) => `${one.playerName}: ${one.score}`)));
socket.on("wordAccepted", ({ word, score }) => say(`${word} scores ${score}`));
socket.on("wordRejected", ({ reason, invalidWords = [] }) => say([reason, ...invalidWords].join(" ")));
socket.on("tilesExchanged", ({ newTiles }) => say(`You drew ${newTiles.map(({ letter }) => letter).join(" ")}`));
socket.on("playerDisconnected", ({ playerName }) => say(`${playerName} is disconnected`));
socket.on("gameEnded", ({ reason, finalScores, winner }) => {
  currentPlayerId = "";
  socket.off("turnChange"); // no player is to move any more
  draw();
  list("scores", finalScores.map((one) => `${one.playerName}: ${one.score}`));
  say(`${winner.playerName} wins with ${winner.score} (${reason})`);
});

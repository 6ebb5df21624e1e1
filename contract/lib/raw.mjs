// Engine.IO and Socket.IO without a client library: packets as text, over polling and WebSocket.
import WebSocket from 'ws';

const SEPARATOR = '\u001e';
const PATIENCE_MS = 60_000;

/** A session over HTTP polling. */
export class Polling {
  static async open(url, query = 'EIO=4') {
    const session = new Polling();
    session.url = `${url}/socket.io/?${query}&transport=polling`;
    session.first = await fetch(session.url);
    const text = await session.first.text();
    if (session.first.ok) {
      session.handshake = JSON.parse(text.slice(1));
      session.kind = text[0];
      session.url += `&sid=${session.handshake.sid}`;
    }
    return session;
  }

  async send(...packets) {
    const answer = await fetch(this.url, { method: 'POST', body: packets.join(SEPARATOR), headers: { 'content-type': 'text/plain;charset=UTF-8' } });
    return { status: answer.status, text: await answer.text() };
  }

  async receive() {
    const answer = await fetch(this.url);
    const text = await answer.text();
    return { status: answer.status, packets: text.split(SEPARATOR) };
  }

  /** Polls until a packet with this prefix arrives. */
  async until(start) {
    for (;;) {
      const { status, packets } = await this.receive();
      const found = packets.find((packet) => packet.startsWith(start));
      if (found !== undefined) return found;
      if (status !== 200) throw new Error(`${start} did not come: status ${status}`);
    }
  }
}

/** A WebSocket that records all packets. */
export class RawSocket {
  packets = [];
  #waiting = [];

  static async open(url, query = 'EIO=4', headers = {}) {
    const raw = new RawSocket();
    raw.socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}&transport=websocket`, { headers });
    raw.closed = new Promise((done) => raw.socket.once('close', done));
    raw.socket.on('message', (data, isBinary) => {
      raw.packets.push(isBinary ? data : data.toString());
      raw.#waiting.forEach((check) => check());
    });
    await new Promise((done, fail) => {
      raw.socket.once('open', done);
      raw.socket.once('error', fail);
    });
    raw.socket.on('error', () => {});
    return raw;
  }

  /** A socket connected to the default namespace. */
  static async connect(url) {
    const raw = await RawSocket.open(url);
    raw.send('40');
    await raw.until('40');
    return raw;
  }

  send(...packets) {
    packets.forEach((packet) => this.socket.send(packet));
  }

  /**
   * Connects to the namespace again after leaving it, and resolves to the answer. The packet is
   * repeated, because the server ignores it until it has processed the leaving.
   */
  async connectAgain() {
    const answered = this.until(['40', '44'], this.packets.length);
    const knocking = setInterval(() => this.send('40'), 20);
    try {
      return await answered;
    } finally {
      clearInterval(knocking);
    }
  }

  /** Resolves to the first packet after the mark with one of these prefixes. */
  until(starts, mark = 0) {
    const begins = (packet) => typeof packet === 'string' && [starts].flat().some((start) => packet.startsWith(start));
    return new Promise((done, fail) => {
      const check = () => {
        const found = this.packets.slice(mark).find(begins);
        if (found === undefined) return;
        clearTimeout(late);
        done(found);
      };
      const late = setTimeout(() => fail(new Error(`${starts} did not come: ${this.packets.slice(mark).join(' ')}`)), PATIENCE_MS);
      this.#waiting.push(check);
      check();
    });
  }

  close() {
    this.socket.close();
  }
}

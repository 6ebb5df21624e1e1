// A file to which lines are appended. A caller is answered once its line is on disk; lines that arrive while the disk is busy
// share the next flush (group commit).

import { fdatasync, openSync, write } from 'node:fs';

export class Journal {
  #file;
  #waiting = [];
  #isBusy = false;

  constructor(path) {
    this.#file = openSync(path, 'a');
  }

  append(record, then) {
    this.#waiting.push({ line: `${JSON.stringify(record)}\n`, then });
    if (!this.#isBusy) this.#flush();
  }

  #flush() {
    this.#isBusy = true;
    const group = this.#waiting;
    this.#waiting = [];
    const lines = Buffer.from(group.map(({ line }) => line).join(''));
    this.#write(lines, 0, () => fdatasync(this.#file, (error) => {
      if (error) throw error;
      for (const { then } of group) then();
      this.#isBusy = false;
      if (this.#waiting.length > 0) this.#flush();
    }));
  }

  #write(lines, from, then) {
    write(this.#file, lines, from, (error, count) => {
      if (error) throw error;
      if (from + count < lines.length) this.#write(lines, from + count, then);
      else then();
    });
  }
}

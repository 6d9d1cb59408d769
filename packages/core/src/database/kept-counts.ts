/** More counts than screens need; a search for each letter typed adds one. */
const mostCounts = 500;

/** Counts of one state of the database. */
export class KeptCounts {
  readonly #counts = new Map<string, number>();
  #version: unknown;

  /** The count kept for that query, unless the state of the database has changed. */
  get(key: string, version: unknown): number | undefined {
    if (version !== this.#version) this.#counts.clear();
    this.#version = version;
    return this.#counts.get(key);
  }

  /** Keeps a count, unless the state changed while the rows were counted. */
  keep(key: string, version: unknown, count: number): void {
    if (version !== this.#version) return;
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, count);
  }
}

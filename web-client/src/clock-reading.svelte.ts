/** What one clock shows, kept exact: it is read from the table whenever its next digit is due, and nothing ticks in between. */

import { readFull, readSeat, runsSince, ticks, untilNextDigit, type Reading } from './clock';
import type { Seat, TimeControl } from './protocol';
import type { Table } from './table';

/** What a clock is read from. */
export interface ClockSource {
  readonly table: Table;
  /** The moment on the room's time line. */
  now(): number;
}

/** A clock while a component shows it. */
export class ClockReading {
  current: Reading;
  readonly #source: () => ClockSource;
  readonly #seat: () => Seat;
  readonly #control: () => TimeControl;

  constructor(source: () => ClockSource, seat: () => Seat, control: () => TimeControl) {
    this.#source = source;
    this.#seat = seat;
    this.#control = control;
    this.current = $state.raw(this.#read());
    $effect(() => {
      let timer: ReturnType<typeof setTimeout>;
      const show = () => {
        const now = this.#read();
        this.current = now;
        if (this.isTicking && !now.flagged) {
          timer = setTimeout(show, untilNextDigit(now.left_ms));
        }
      };
      show();
      return () => clearTimeout(timer);
    });
  }

  /** Whether this side's clock runs. */
  get isRunning(): boolean {
    const { clock } = this;
    return clock !== null && runsSince(clock, this.#seat()) !== null && this.#passes;
  }

  /** Whether what it shows changes with time. */
  get isTicking(): boolean {
    const { clock } = this;
    return clock !== null && ticks(clock, this.#seat()) && this.#passes;
  }

  get clock() {
    return this.#source().table.known?.state.clock ?? null;
  }

  get #passes(): boolean {
    return this.#source().table.origin !== null;
  }

  #read(): Reading {
    const [control, { clock }] = [this.#control(), this];
    return clock ? readSeat(control, clock, this.#seat(), this.#source().now()) : readFull(control);
  }
}

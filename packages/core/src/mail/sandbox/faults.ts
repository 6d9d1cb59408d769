/**
 * How a call fails:
 * - `timeout`: no answer, nothing done; `timeout-after`: no answer, but done
 * - `drop-before`, `drop-after`: the connection breaks before or after the work
 * - `{ status, body }`: this answer, nothing done; without a body, an error in iContact's format
 * - `warning`: 200 with a warning and nothing in it, nothing done
 * - `nonsense`: 200 with a body that is not JSON, but done
 */
export type Fault =
  | 'timeout'
  | 'timeout-after'
  | 'drop-before'
  | 'drop-after'
  | 'warning'
  | 'nonsense'
  | { status: number; body?: unknown; headers?: Record<string, string> };

export interface PlannedFault {
  /** Any method by default. */
  method?: string;
  /** Matched against the path with its query, such as `/a/1/c/2/sends?limit=20`. */
  path?: RegExp;
  fault: Fault;
  /** How many calls fail; 1 by default. */
  times?: number;
}

type ChooseFault = (method: string, path: string) => Fault | undefined;

export interface Faults {
  /** Applies to the next matching call. Faults planned earlier come first. */
  next(planned: PlannedFault): void;
  /** Decides for each call without a planned fault, when it is received. */
  each(choose: ChooseFault): void;
  clear(): void;
}

export function createFaults(): Faults & { take(method: string, path: string): Fault | undefined } {
  let planned: (PlannedFault & { times: number })[] = [];
  let choose: ChooseFault = () => undefined;
  return {
    next(fault) {
      planned.push({ times: 1, ...fault });
    },
    each(given) {
      choose = given;
    },
    clear() {
      planned = [];
      choose = () => undefined;
    },
    take(method, path) {
      const fits = (one: PlannedFault) =>
        (one.method === undefined || one.method === method) && (one.path?.test(path) ?? true);
      const found = planned.find(fits);
      if (!found) return choose(method, path);
      found.times -= 1;
      if (found.times <= 0) planned = planned.filter((one) => one !== found);
      return found.fault;
    },
  };
}

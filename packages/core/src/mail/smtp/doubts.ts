import { domainOf } from '../domain-of.ts';
import type { InDoubt } from '../mailing-list.ts';
import type { Failure } from './outcome.ts';
import type { SmtpPolicy } from './policy.ts';

/** An email that the mail server refused permanently. */
interface Refused extends InDoubt {
  failure: Failure;
}

/** Consecutive refusals that may apply to everybody. */
interface Suspicion {
  domains: string[];
  /** The answer to the last one. */
  answer: string;
}

type Tolerated = Pick<SmtpPolicy, 'policyRefusalsTolerated' | 'addressRefusalsTolerated'>;

/**
 * What a mail server has refused of one send since it last accepted an email. Until it accepts another one, it is not
 * known whether an address is gone or the server rejects every address.
 */
export class Doubts {
  #refused: Refused[];

  /** @param addresses Refused before, also by a process that ended. */
  constructor(addresses: readonly InDoubt[]) {
    this.#refused = addresses.map((address) => ({ ...address, failure: 'address' }));
  }

  add(refused: Refused): void {
    this.#refused.push(refused);
  }

  get isEmpty(): boolean {
    return this.#refused.length === 0;
  }

  get addresses(): Refused[] {
    return this.#refused.filter(({ failure }) => failure === 'address');
  }

  suspicion(tolerated: Tolerated, isAtFirst: boolean): Suspicion | undefined {
    const { atFirst, later } = tolerated.addressRefusalsTolerated;
    const isMany = (refused: Refused[], most: number) => refused.length >= most;
    const [addresses, ofUs] = [this.addresses, this.#refused.filter(({ failure }) => isAboutUs(failure))];
    const many = [
      ...(isMany(addresses, isAtFirst ? atFirst : later) ? addresses : []),
      ...(isMany(ofUs, tolerated.policyRefusalsTolerated) ? ofUs : []),
    ];
    const last = many.at(-1);
    return last && { domains: [...new Set(many.map(({ email }) => domainOf(email)))], answer: last.answer };
  }

  /** @returns the addresses that are gone, now that the server is trusted */
  clear(): Refused[] {
    const gone = this.addresses;
    this.#refused = [];
    return gone;
  }
}

/** Refused regardless of the reader. */
const isAboutUs = (failure: Failure) => failure === 'policy' || failure === 'content';

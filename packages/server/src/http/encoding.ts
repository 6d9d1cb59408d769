/**
 * The content coding to answer with, of those on offer (the best one first), according to a request's
 * `Accept-Encoding`. `undefined` means plain, even if the client accepts nothing at all: an answer that it excluded is
 * more useful than a refusal.
 */
export function chooseEncoding<Encoding extends string>(
  accepted: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (!accepted) return undefined;
  const weights = new Map(accepted.toLowerCase().split(',').map(weightOf));
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return bestWeight >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** The parts of `gzip;q=0.5`. */
function weightOf(part: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((text) => text.startsWith('q='));
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

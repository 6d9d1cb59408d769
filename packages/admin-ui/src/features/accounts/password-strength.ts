export type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * How hard a password is to guess, roughly: what its length and its kinds of characters allow. Repeated and
 * neighboring characters count little. The server refuses common passwords, however strong they look.
 */
export function passwordStrength(password: string): PasswordStrength {
  const bits = countedLength(password) * Math.log2(alphabetOf(password));
  if (bits < 45) return 'weak';
  return bits < 60 ? 'fair' : 'strong';
}

/** The number of characters; one that repeats the last or follows it in the alphabet counts a quarter. */
function countedLength(password: string): number {
  const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0);
  return codes.reduce((sum, code, at) => {
    const isNext = at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1;
    return sum + (isNext ? 0.25 : 1);
  }, 0);
}

function alphabetOf(password: string): number {
  const kinds = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\d\p{Ll}\p{Lu}]/u, 33],
  ] as const;
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0) || 1;
}

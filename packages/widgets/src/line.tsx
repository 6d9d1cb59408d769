/** A paragraph of that part, if there is anything to say. */
export function line(part: string, text: string | undefined) {
  return text && <p part={part}>{text}</p>;
}

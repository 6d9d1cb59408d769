/** A paragraph of that part, if there is anything to say; in the direction of its own language. */
export function line(part: string, text: string | undefined) {
  return (
    text && (
      <p part={part} dir="auto">
        {text}
      </p>
    )
  );
}

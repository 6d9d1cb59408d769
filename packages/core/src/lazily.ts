/** Creates a value on first use and keeps it. A failure is not kept: the next call tries again. */
export function lazily<T>(create: () => T | Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= Promise.resolve()
      .then(create)
      .catch((error) => {
        created = undefined;
        throw error;
      });
    return created;
  };
}

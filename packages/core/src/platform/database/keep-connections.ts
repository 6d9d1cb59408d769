import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';

/**
 * Returns the connection after every transaction, even if it fails to begin or to roll back.
 *
 * Kysely returns it once a transaction is committed or rolled back. A transaction that cannot begin
 * (another process writes) or cannot roll back (a full disk, a lost server) would keep it forever:
 * SQLite has only one connection, and PostgreSQL's pool would run dry. So a transaction that fails to
 * begin fails at its first statement instead, and one that fails to roll back counts as rolled back,
 * because it already is or its connection is dead.
 */
export function keepConnections<D extends Driver>(driver: D): D {
  const neverBegun = new WeakMap<DatabaseConnection, { error: unknown; restore: () => void }>();
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);

  driver.beginTransaction = async (connection: DatabaseConnection, settings: TransactionSettings) => {
    try {
      await begin(connection, settings);
    } catch (error) {
      const { executeQuery } = connection;
      connection.executeQuery = () => Promise.reject(error);
      const restore = () => {
        connection.executeQuery = executeQuery;
      };
      neverBegun.set(connection, { error, restore });
    }
  };

  driver.commitTransaction = async (connection) => {
    const failure = neverBegun.get(connection);
    if (failure) throw failure.error;
    await commit(connection);
  };

  driver.rollbackTransaction = async (connection) => {
    const failure = neverBegun.get(connection);
    neverBegun.delete(connection);
    if (failure) failure.restore();
    else await rollback(connection).catch(() => {});
  };
  return driver;
}

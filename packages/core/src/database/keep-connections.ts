import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';

/**
 * Gives the connection back after every transaction, whatever fails.
 *
 * Kysely gives it back once a transaction is committed or rolled back. One that cannot even begin,
 * such as while another process writes, or whose rollback fails, such as after a full disk or a lost
 * server, would keep it for ever: of SQLite's one connection there is no second, and PostgreSQL's
 * pool would run dry. So what fails to begin fails at its first statement instead, and what cannot
 * be rolled back counts as rolled back: it is so already, or its connection is dead.
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

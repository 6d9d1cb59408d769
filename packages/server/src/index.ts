export { type AppOptions, createApp } from './app.ts';
export { createLog, type Log } from './http/request-log.ts';
export type { ServerState } from './http/session.ts';
export { addressProblem, type RunningServer, type StartOptions, startServer } from './serve.ts';
export { loadSite, type Site } from './site/site.ts';

export { createIcontactProvider } from './mail/icontact/icontact.ts';
export { spamTestLine } from './mail/sandbox/icontact-records.ts';
export type { Fault, PlannedFault } from './mail/sandbox/icontact-server.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './mail/sandbox/icontact-server.ts';
export { icontactSettings } from './mail/sandbox/icontact-settings.testing.ts';
export { startFakeMerriamWebster } from './words/dictionary/merriam-webster/fake-server.testing.ts';

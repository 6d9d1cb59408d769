export { startFakeMerriamWebster } from './dictionary/merriam-webster/fake-server.ts';
export { createIcontactProvider } from './mail/icontact/icontact.ts';
export type { Fault, PlannedFault } from './mail/sandbox/faults.ts';
export { icontactSettings } from './mail/sandbox/icontact-settings.testing.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './mail/sandbox/sandbox.ts';
export { spamTestLine } from './mail/sandbox/spam-check.ts';

import { defineEntity, p } from '@mikro-orm/core';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.integer().primary(),
    /** The key shared with the authenticator app, encrypted. */
    secret: p.text().hidden(),
    /** `null` until a code has shown that the app has the key; no code is required before that. */
    confirmedAt: p.datetime(3).nullable(),
    /** The time step of the last used code: neither that code nor an older one is accepted again. */
    lastStep: p.integer().default(0),
    /** Salted hashes of the remaining recovery codes, separated by spaces. */
    recoveryCodes: p.text().hidden(),
  },
});

/** What an account requires in addition to the password. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

import { defineEntity, p } from '@mikro-orm/core';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    userId: p.integer().primary(),
    /** The key shared with the authenticator app, encrypted. */
    secret: p.text().hidden(),
    /** While `null` nobody has shown yet that their app has the key, and it is not asked for. */
    confirmedAt: p.datetime(3).nullable(),
    /** The 30 seconds of the code that was used last: neither it nor an older one is accepted again. */
    lastStep: p.integer().default(0),
    /** Salted hashes of the recovery codes that are left, separated by spaces. */
    recoveryCodes: p.text().hidden(),
  },
});

/** What an account asks for besides the password. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

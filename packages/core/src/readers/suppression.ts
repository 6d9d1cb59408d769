import { defineEntity, p } from '@mikro-orm/core';
import { suppressionReasons } from '../contract/choices.ts';

const SuppressionSchema = defineEntity({
  name: 'Suppression',
  tableName: 'suppressions',
  properties: {
    /** Keyed hash of the address; 64 hexadecimal digits. */
    hash: p.string().length(64).primary(),
    reason: p.enum([...suppressionReasons]),
    since: p.datetime(3),
  },
});

/** All that remains of a removed reader, so that no import adds the address again. */
export class Suppression extends SuppressionSchema.class {}
SuppressionSchema.setClass(Suppression);

const SuppressionKeySchema = defineEntity({
  name: 'SuppressionKey',
  tableName: 'suppression_keys',
  properties: {
    /** Always 1. */
    id: p.integer().primary().autoincrement(false),
    /** 64 hexadecimal digits. */
    key: p.string().length(64),
  },
});

/**
 * The key that addresses are hashed with. It is stored in the database, not in the settings: it must never change, must
 * be the same for every server, and must be part of every backup.
 */
export class SuppressionKey extends SuppressionKeySchema.class {}
SuppressionKeySchema.setClass(SuppressionKey);

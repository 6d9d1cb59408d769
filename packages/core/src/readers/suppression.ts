import { defineEntity, p } from '@mikro-orm/core';
import { suppressionReasons } from '../contract/choices.ts';

const SuppressionSchema = defineEntity({
  name: 'Suppression',
  tableName: 'suppressions',
  properties: {
    /** Of the address, keyed; 64 hexadecimal digits. */
    hash: p.string().length(64).primary(),
    reason: p.enum([...suppressionReasons]),
    since: p.datetime(3),
  },
});

/** All that stays of a removed reader, so that no import adds the address again. */
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
 * What addresses are hashed with. In the database, not among the settings: it must never change, must be the same for
 * every server, and go wherever a backup goes.
 */
export class SuppressionKey extends SuppressionKeySchema.class {}
SuppressionKeySchema.setClass(SuppressionKey);

import { defineEntity, p } from '@mikro-orm/core';
import { limits } from '../contract/limits.ts';

const EmbedOriginSchema = defineEntity({
  name: 'EmbedOrigin',
  tableName: 'embed_origins',
  properties: {
    /** Such as `https://blog.example.com`. */
    origin: p.string().length(limits.originLength).primary(),
    /** `null` for a site that is not allowed. */
    allowedAt: p.datetime(3).nullable(),
    /** Signups that failed there since it was last removed. */
    refusals: p.integer().default(0),
    lastRefusedAt: p.datetime(3).nullable(),
  },
});

/** A site whose pages may embed the form, or tried to. */
export class EmbedOrigin extends EmbedOriginSchema.class {}
EmbedOriginSchema.setClass(EmbedOrigin);

import { Migration20261121000000_initial } from './sqlite/20261121000000-initial.ts';
import { Migration20261121102645_totals } from './sqlite/20261121102645-totals.ts';
import { Migration20261122003229_retire_totals } from './sqlite/20261122003229-retire-totals.ts';
import { Migration20261122031957_unsettled } from './sqlite/20261122031957-unsettled.ts';
import { Migration20261122034500_search_index } from './sqlite/20261122034500-search-index.ts';
import { Migration20261122034600_signup_addresses } from './sqlite/20261122034600-signup-addresses.ts';
import { Migration20261122035525_privacy_text } from './sqlite/20261122035525-privacy-text.ts';
import { Migration20261122061316_own_list } from './sqlite/20261122061316-own-list.ts';
import { Migration20261122062331_activity_log } from './sqlite/20261122062331-activity_log.ts';
import { Migration20261122063146_replaced_sends } from './sqlite/20261122063146-replaced-sends.ts';
import { Migration20261122063556_alerts } from './sqlite/20261122063556-alerts.ts';
import { Migration20261122064007_session_origin } from './sqlite/20261122064007-session_origin.ts';
import { Migration20261122064837_public_words } from './sqlite/20261122064837-public-words.ts';
import { Migration20261122065215_reader_source } from './sqlite/20261122065215-reader_source.ts';
import { Migration20261122065514_autopilot } from './sqlite/20261122065514-autopilot.ts';
import { Migration20261122065938_second_factor } from './sqlite/20261122065938-second_factor.ts';
import { Migration20261122071746_text_keys } from './sqlite/20261122071746-text-keys.ts';
import { Migration20261122093511_fewer_reader_indexes } from './sqlite/20261122093511-fewer-reader-indexes.ts';
import { Migration20261122094049_template_versions } from './sqlite/20261122094049-template-versions.ts';
import { Migration20261122100212_suppressions } from './sqlite/20261122100212-suppressions.ts';
import { Migration20261122101200_embed_origins } from './sqlite/20261122101200-embed-origins.ts';
import { Migration20261122102600_delivery_problems } from './sqlite/20261122102600-delivery-problems.ts';
import { Migration20261122104119_provider_moves } from './sqlite/20261122104119-provider-moves.ts';
import { Migration20261122105000_mailbox_readings } from './sqlite/20261122105000-mailbox-readings.ts';

/** Oldest first. The list stands outside the folder: a file inside would count as a migration. */
export const sqliteMigrations = [
  Migration20261121000000_initial,
  Migration20261121102645_totals,
  Migration20261122003229_retire_totals,
  Migration20261122031957_unsettled,
  Migration20261122034500_search_index,
  Migration20261122034600_signup_addresses,
  Migration20261122035525_privacy_text,
  Migration20261122061316_own_list,
  Migration20261122062331_activity_log,
  Migration20261122063146_replaced_sends,
  Migration20261122063556_alerts,
  Migration20261122064007_session_origin,
  Migration20261122064837_public_words,
  Migration20261122065215_reader_source,
  Migration20261122065514_autopilot,
  Migration20261122065938_second_factor,
  Migration20261122071746_text_keys,
  Migration20261122093511_fewer_reader_indexes,
  Migration20261122094049_template_versions,
  Migration20261122100212_suppressions,
  Migration20261122101200_embed_origins,
  Migration20261122102600_delivery_problems,
  Migration20261122104119_provider_moves,
  Migration20261122105000_mailbox_readings,
];

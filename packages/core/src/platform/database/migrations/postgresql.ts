import { Migration20261123120000_initial } from './postgresql/20261123120000-initial.ts';
import { Migration20261123120100_search_index } from './postgresql/20261123120100-search-index.ts';
import { Migration20261123154213_reader_imports } from './postgresql/20261123154213-reader-imports.ts';
import { Migration20261123190630_reader_preferences } from './postgresql/20261123190630-reader-preferences.ts';
import { Migration20261123191007_design } from './postgresql/20261123191007-design.ts';
import { Migration20261123193235_word_findings } from './postgresql/20261123193235-word-findings.ts';
import { Migration20261123193622_welcome } from './postgresql/20261123193622-welcome.ts';
import { Migration20261123194224_left_unknown } from './postgresql/20261123194224-left-unknown.ts';
import { Migration20261123194240_word_levels } from './postgresql/20261123194240-word-levels.ts';
import { Migration20261123195235_local_times } from './postgresql/20261123195235-local-times.ts';
import { Migration20261123202318_own_page } from './postgresql/20261123202318-own-page.ts';
import { Migration20261123225604_word_quotations } from './postgresql/20261123225604-word-quotations.ts';
import { Migration20261123225937_themes } from './postgresql/20261123225937-themes.ts';
import { Migration20261123230351_weekly_email } from './postgresql/20261123230351-weekly-email.ts';
import { Migration20261123230631_signup_shown } from './postgresql/20261123230631-signup-shown.ts';
import { Migration20261123232118_drawing } from './postgresql/20261123232118-drawing.ts';
import { Migration20261123234210_quiz } from './postgresql/20261123234210-quiz.ts';
import { Migration20261123235208_pins } from './postgresql/20261123235208-pins.ts';
import { Migration20261126113751_sending_limits } from './postgresql/20261126113751-sending-limits.ts';
import { Migration20261126113809_words_aloud } from './postgresql/20261126113809-words-aloud.ts';
import { Migration20261126113910_recall } from './postgresql/20261126113910-recall.ts';
import { Migration20261126114628_delivery_ranges } from './postgresql/20261126114628-delivery-ranges.ts';
import { Migration20261126115500_readers_search } from './postgresql/20261126115500-readers-search.ts';
import { Migration20261126115820_theme_weeks } from './postgresql/20261126115820-theme-weeks.ts';
import { Migration20261126115914_mailbox_providers } from './postgresql/20261126115914-mailbox-providers.ts';
import { Migration20261126120329_course } from './postgresql/20261126120329-course.ts';
import { Migration20261126121101_readers_words } from './postgresql/20261126121101-readers-words.ts';
import { Migration20261126123000_delivery_partitions } from './postgresql/20261126123000-delivery-partitions.ts';
import { Migration20261126123031_relay_verdicts } from './postgresql/20261126123031-relay-verdicts.ts';
import { Migration20261126153008_warm_up } from './postgresql/20261126153008-warm-up.ts';
import { Migration20261126153252_two_relays } from './postgresql/20261126153252-two-relays.ts';
import { Migration20261126153954_reminders } from './postgresql/20261126153954-reminders.ts';
import { Migration20261126181713_relay_answers } from './postgresql/20261126181713-relay-answers.ts';
import { Migration20261127014241_spelling_key } from './postgresql/20261127014241-spelling-key.ts';
import { Migration20261127213424_count_by_preferences } from './postgresql/20261127213424-count-by-preferences.ts';
import { Migration20261127223828_trial_sends } from './postgresql/20261127223828-trial-sends.ts';

/** Oldest first. The list stands outside the folder: a file inside would count as a migration. */
export const postgresqlMigrations = [
  Migration20261123120000_initial,
  Migration20261123120100_search_index,
  Migration20261123154213_reader_imports,
  Migration20261123190630_reader_preferences,
  Migration20261123191007_design,
  Migration20261123193235_word_findings,
  Migration20261123193622_welcome,
  Migration20261123194224_left_unknown,
  Migration20261123195235_local_times,
  Migration20261123194240_word_levels,
  Migration20261123202318_own_page,
  Migration20261123225604_word_quotations,
  Migration20261123225937_themes,
  Migration20261123230631_signup_shown,
  Migration20261123232118_drawing,
  Migration20261123230351_weekly_email,
  Migration20261123235208_pins,
  Migration20261123234210_quiz,
  Migration20261126113751_sending_limits,
  Migration20261126113809_words_aloud,
  Migration20261126113910_recall,
  Migration20261126114628_delivery_ranges,
  Migration20261126115500_readers_search,
  Migration20261126115820_theme_weeks,
  Migration20261126115914_mailbox_providers,
  Migration20261126120329_course,
  Migration20261126121101_readers_words,
  Migration20261126123000_delivery_partitions,
  Migration20261126123031_relay_verdicts,
  Migration20261126153008_warm_up,
  Migration20261126153252_two_relays,
  Migration20261126153954_reminders,
  Migration20261126181713_relay_answers,
  Migration20261127014241_spelling_key,
  Migration20261127213424_count_by_preferences,
  Migration20261127223828_trial_sends,
];

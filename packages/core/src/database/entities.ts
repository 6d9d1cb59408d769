import { Session } from '../accounts/session.ts';
import { User } from '../accounts/user.ts';
import { ProcessorRun } from '../delivery/processor-run.ts';
import { DailyCount } from '../limits/daily-count.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import { Registration } from '../readers/registration.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { Template } from '../templates/template.ts';
import { Word } from '../words/word.ts';
import { Total } from './total.ts';

export const entities = [
  DailyCount,
  ProcessorRun,
  RateLimit,
  Registration,
  ScheduledEmail,
  Session,
  Template,
  Total,
  User,
  Word,
];

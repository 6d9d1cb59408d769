import type { z } from 'zod';
import { accountEndpoints } from './accounts.ts';
import { archiveEndpoints } from './archive.ts';
import { auditEndpoints } from './audit.ts';
import { autopilotEndpoints } from './autopilot.ts';
import { courseEndpoints } from './course.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { deliveryHookEndpoints } from './delivery-hook.ts';
import { designEndpoints } from './design.ts';
import { dictionaryEndpoints } from './dictionary.ts';
import type { Endpoint } from './endpoint.ts';
import { mailCheckEndpoints } from './mail-check.ts';
import { originEndpoints } from './origins.ts';
import { ownPageEndpoints } from './own-page.ts';
import { privacyEndpoints } from './privacy.ts';
import { quizEndpoints } from './quiz.ts';
import { readerImportEndpoints } from './reader-imports.ts';
import { peopleEndpoints } from './readers.ts';
import { recallEndpoints } from './recall.ts';
import { recordingEndpoints } from './recordings.ts';
import { scheduleEndpoints } from './schedule.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { settingsEndpoints } from './settings.ts';
import { signupEndpoints } from './signups.ts';
import { suggestionEndpoints } from './suggestions.ts';
import { systemEndpoints } from './system.ts';
import { templateEndpoints } from './templates.ts';
import { themeEndpoints } from './themes.ts';
import { tomorrowEndpoints } from './tomorrow.ts';
import { warmUpEndpoints } from './warm-up.ts';
import { weeklyEmailEndpoints } from './weekly-emails.ts';
import { wordEndpoints } from './words.ts';

export type { Endpoint };

/** The calls by subject, with the headings of the documentation. */
export const endpointGroups: Record<string, Record<string, Endpoint>> = {
  Signups: signupEndpoints,
  'Public pages': archiveEndpoints,
  Account: accountEndpoints,
  'Two-step sign-in': secondFactorEndpoints,
  Words: { ...wordEndpoints, ...recordingEndpoints, ...suggestionEndpoints },
  Themes: themeEndpoints,
  Dictionary: dictionaryEndpoints,
  Schedule: scheduleEndpoints,
  Deliveries: { ...deliveryEndpoints, ...warmUpEndpoints },
  'Weekly emails': { ...weeklyEmailEndpoints, ...quizEndpoints },
  'Earlier words': recallEndpoints,
  Course: courseEndpoints,
  Autopilot: autopilotEndpoints,
  Template: templateEndpoints,
  Design: designEndpoints,
  'Next email': tomorrowEndpoints,
  'Privacy page': privacyEndpoints,
  Readers: peopleEndpoints,
  'Why readers left': ownPageEndpoints,
  'Import of readers': readerImportEndpoints,
  'Sites with the form': originEndpoints,
  'Activity log': auditEndpoints,
  'Delivery reports': deliveryHookEndpoints,
  Settings: settingsEndpoints,
  'Mail check': mailCheckEndpoints,
  System: systemEndpoints,
};

/** Every call of the HTTP API, in the order of the documentation. */
export const endpoints = {
  ...signupEndpoints,
  ...archiveEndpoints,
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...wordEndpoints,
  ...recordingEndpoints,
  ...suggestionEndpoints,
  ...themeEndpoints,
  ...dictionaryEndpoints,
  ...scheduleEndpoints,
  ...deliveryEndpoints,
  ...warmUpEndpoints,
  ...weeklyEmailEndpoints,
  ...quizEndpoints,
  ...recallEndpoints,
  ...courseEndpoints,
  ...autopilotEndpoints,
  ...templateEndpoints,
  ...designEndpoints,
  ...tomorrowEndpoints,
  ...privacyEndpoints,
  ...peopleEndpoints,
  ...ownPageEndpoints,
  ...readerImportEndpoints,
  ...originEndpoints,
  ...auditEndpoints,
  ...deliveryHookEndpoints,
  ...settingsEndpoints,
  ...mailCheckEndpoints,
  ...systemEndpoints,
};

export type EndpointName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;
type Inferred<T, K extends string> = T extends { [key in K]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;
/** The JSON answer of an endpoint. */
export type AnswerOf<N extends EndpointName> = Inferred<Endpoints[N], 'answer'>;
/** The validated body of an endpoint. */
export type BodyOf<N extends EndpointName> = Inferred<Endpoints[N], 'body'>;

import type { EndpointName } from '@wordrise/core/contract';
import { aWord } from '../../../test/words.ts';
import { admin } from './start-test-server.ts';

export const reader = { email: 'reader@example.com', firstName: 'Ada' };
const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };
const privacyText = { content: '# Privacy\n\nWe keep little.' };
export const anyParams = { id: 1, sendId: '1', day: '2030-01-01' };

/** A valid body for each endpoint that takes one. */
export const goodBody: Partial<Record<EndpointName, unknown>> = {
  register: reader,
  login: admin,
  setupAdmin: admin,
  changePassword: { currentPassword: admin.password, newPassword: 'battery staple' },
  beginSecondFactor: { currentPassword: admin.password },
  confirmSecondFactor: { code: '123456' },
  disableSecondFactor: { currentPassword: admin.password, code: '123456' },
  renewRecoveryCodes: { currentPassword: admin.password, code: '123456' },
  addWord: aWord(),
  editWord: aWord(),
  dismissSuggestion: { word: 'asdf' },
  addTheme: { title: 'Weather' },
  editTheme: { title: 'Weather' },
  scheduleTheme: { from: '2026-12-07' },
  previewWord: { word: 'meander', definition: 'To wind.' },
  lookUpWord: { word: 'meander' },
  lookUpWords: { words: ['meander'] },
  saveLookedUpWords: { wordData: [aWord()] },
  scheduleEmail: { wordId: 1, scheduledDate: '2030-01-01T07:00' },
  moveEmail: { scheduledDate: '2030-01-02T07:00' },
  swapWord: { wordId: 1 },
  exchangeEmails: { with: 2 },
  restoreEmail: { wordId: 1, scheduledDate: '2030-01-01T12:00:00.000Z', reason: 'Refused.' },
  changeDelivery: { action: 'pause' },
  changeWeeklyEmail: { action: 'pause' },
  saveAutopilot: { isOn: true, time: '07:00', days: ['mon'], ahead: 7 },
  skipDay: { until: '2030-01-07', cancelEmails: true },
  planDays: { mornings: 7 },
  saveTemplate: template,
  previewTemplate: template,
  saveDesign: { design: {} },
  previewDesign: { design: {} },
  sendTestEmail: { to: 'owner@example.com' },
  allowOrigin: { origin: 'https://blog.example' },
  savePrivacy: privacyText,
  previewPrivacy: privacyText,
  checkReaderImport: { uses: { Work: 'email' } },
  startReaderImport: { consent: 'They asked for it.' },
  removeReaders: { ids: [1] },
  saveSettings: { changes: {} },
  checkSettings: { changes: {} },
  testSettings: { changes: {}, to: 'owner@example.com' },
  reportDeliveries: { event: 'complained', email: reader.email },
};

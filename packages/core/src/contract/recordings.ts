import type { Endpoint } from './endpoint.ts';
import { idParams, message } from './paging.ts';
import { recordingTypes } from './recording-formats.ts';
import { recordingView } from './words.ts';

export const recordingEndpoints = {
  uploadRecording: {
    method: 'PUT',
    path: '/api/admin/words/{id}/recording',
    summary:
      'Upload how a word sounds, as MP3, AAC, M4A or Opus in Ogg: the file is the body. It replaces an earlier one.',
    access: 'session',
    params: idParams,
    bodyTypes: recordingTypes,
    answer: recordingView,
    errors: ['word.not_found', 'word.recording', 'request.content_type', 'request.too_large'],
  },
  removeRecording: {
    method: 'DELETE',
    path: '/api/admin/words/{id}/recording',
    summary: 'Remove the recording of a word. Safe to repeat.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: ['word.not_found'],
  },
} as const satisfies Record<string, Endpoint>;

/** The formats of recordings, by the end of their file names: each plays in every current browser. */
export const recordingFormats = {
  mp3: { type: 'audio/mpeg', name: 'MP3' },
  m4a: { type: 'audio/mp4', name: 'M4A' },
  aac: { type: 'audio/aac', name: 'AAC' },
  ogg: { type: 'audio/ogg', name: 'Opus' },
} as const;
export type RecordingFormat = keyof typeof recordingFormats;

/** A browser names a file of the same kind in several ways. Its content decides later what it is. */
export const recordingTypes = [
  ...Object.values(recordingFormats).map(({ type }) => type),
  'audio/mp3',
  'audio/x-m4a',
  'audio/aacp',
  'audio/opus',
  'application/ogg',
  'video/mp4',
  'application/octet-stream',
];

/** What a file picker offers. */
export const recordingFiles = ['.opus', '.oga', ...Object.keys(recordingFormats).map((end) => `.${end}`)];

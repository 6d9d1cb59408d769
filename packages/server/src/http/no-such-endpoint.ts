import { DomainError } from '@wordrise/core';

export function noSuchEndpoint(): DomainError {
  return new DomainError(
    'request.not_found',
    'There is no such endpoint. /api/openapi.json lists all of them.',
  );
}

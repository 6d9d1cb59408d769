import { useQuery } from '@tanstack/react-query';
import { defaultProductName } from '@wordrise/core/contract';
import { useEffect } from 'react';
import { endpointQuery, useApi } from './queries.ts';

export function useProductName(): string {
  const config = useQuery(endpointQuery(useApi(), 'config'));
  return config.data?.productName ?? defaultProductName;
}

/** The name in the browser's tab: "Words · Wordrise". */
export function usePageTitle(title: string) {
  const productName = useProductName();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}

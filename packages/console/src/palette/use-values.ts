import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import { FOUND_FIELDS, type FoundValue } from './choices';

/** Most values of each field. */
const MOST = 5;
/** Least characters of a prefix: one character matches too many values. */
const LEAST_LETTERS = 2;
/** Pause in typing, in milliseconds, before values are requested. */
const PAUSE_MS = 150;

/** Returns sessions, users, names and other values with a prefix; empty until loaded. */
export function useValues(typed: string): readonly FoundValue[] {
  const text = usePaused(typed.trim());
  const { data } = useQuery({
    queryKey: ['palette values', text],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        FOUND_FIELDS.map((field) =>
          read('/api/public/traces/values', { query: { field, prefix: text, limit: MOST }, signal }),
        ),
      );
      return FOUND_FIELDS.flatMap((field, n) => answers[n]?.data.map(({ value }) => ({ field, value })) ?? []);
    },
    enabled: text.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // A failed lookup is not retried: the search finds the values too.
    retry: false,
  });
  const now = typed.trim();
  return now.length < LEAST_LETTERS ? [] : (data ?? []).filter(({ value }) => value.startsWith(now));
}

/** Returns a text with the delay of PAUSE_MS after the last change. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

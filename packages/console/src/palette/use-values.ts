import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import { FOUND_FIELDS, type FoundValue } from './choices';

/** Of each field. */
const MOST = 5;
/** A single letter begins too much. */
const LEAST_LETTERS = 2;
/** Whoever types on does not ask for what was typed before. */
const PAUSE_MS = 150;

/** Sessions, users, names and others that begin with a text, as soon as they are found; none before. */
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
    // What is not found here is searched for.
    retry: false,
  });
  const now = typed.trim();
  return now.length < LEAST_LETTERS ? [] : (data ?? []).filter(({ value }) => value.startsWith(now));
}

/** A text as it was when nobody had typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

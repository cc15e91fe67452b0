import { useContext } from 'react';
import type { Exact } from '../json/exact-value';
import { readDocuments } from './documents';
import { DocumentsView } from './documents-view';
import { ToolCalls } from './tool-call-context';
import { ValueView } from './value-view';

/** Value: documents that were retrieved as cards, any other value as it is. */
export function ShownValue({ value }: { readonly value: Exact }) {
  const { around } = useContext(ToolCalls);
  const retrieved = readDocuments(value, around?.observation.type === 'RETRIEVER');
  return retrieved === undefined ? <ValueView value={value} /> : <DocumentsView retrieved={retrieved} />;
}

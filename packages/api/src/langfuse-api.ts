/** Version of the Langfuse API whose reads are answered. Version 4 lacks the lists of traces and sessions. */
export const LANGFUSE_API_VERSION = '3.225.3';

/** Formats a value of ASCII texts as `json.dumps` of Python does by default: with a space after each comma and colon. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonJson(member)}`);
  return `{${members.join(', ')}}`;
}

// Requests of every JavaScript scenario to its model: two turns, the first of which calls a tool, and an embedding.
export const MODEL = process.env.MODEL ?? 'gpt-4o-mini';
const MISSING_MODEL = 'gpt-missing';
export const EMBEDDING_MODEL = 'text-embedding-3-small';
export const USER = 'user-7';
export const SESSION = 'session-42';
export const TAGS = ['capture', 'weather'];
export const SYSTEM = 'Answer in one sentence.';
export const QUESTION = 'What is the weather in Oslo?';

export const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

export const getWeather = (city) => ({ city, celsius: 4 });

/** Runs the captured calls. The error of a model that is unknown on purpose is expected. */
export async function scenario(run) {
  try {
    await run();
  } catch (error) {
    if (MODEL !== MISSING_MODEL) throw error;
  }
}

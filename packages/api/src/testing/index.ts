export { schemaCompiler } from './compile-schema';
export { DocumentedAnswers } from './documented-answers';
export type { SeenAnswer } from './documented-answers';

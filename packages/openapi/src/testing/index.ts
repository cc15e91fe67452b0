export { DocumentedAnswers } from './documented-answers';
export type { SeenAnswer } from './documented-answers';

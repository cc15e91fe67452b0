/** Pages of steps, which are one chunk: they have nearly all of their code in common. */
export { FailuresPage } from './failures-page';
export { StepsPage } from './steps-page';

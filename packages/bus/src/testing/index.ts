export { kafkaTopics } from './kafka-topics';
export type { TestTopics } from './kafka-topics';

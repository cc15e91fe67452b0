import type { Admin } from 'kafkajs';
import { type KafkaConnection, createClient } from './connection';

/** Client for admin requests about topics. Connects at the first request, and again after a failed request. */
export class AdminClient {
  readonly #connection: KafkaConnection;
  #admin: Promise<Admin> | undefined;

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
  }

  async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = (this.#admin ??= this.#connect());
    try {
      return await question(await admin);
    } catch (error) {
      if (this.#admin === admin) void this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const admin = this.#admin;
    this.#admin = undefined;
    await admin?.then((connected) => connected.disconnect()).catch(() => undefined);
  }

  async #connect(): Promise<Admin> {
    const admin = createClient(this.#connection).admin();
    await admin.connect();
    return admin;
  }
}

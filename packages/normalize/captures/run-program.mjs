// Runs a program that sends, between a model and a sink on loopback.
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLS, installed, run } from './install.mjs';
import { startModel } from './model-server.mjs';
import { startSink } from './otlp-sink.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Runs a program of `scenarios/` or `pairs/` with a file of versions and settings of its environment. Gives the model and the
 * sink, both stopped, the folder that it ran in, and the command.
 */
export async function runProgram({ program, versions, settings }) {
  const folder = await installed(versions);
  const [model, sink] = [await startModel(), await startSink()];
  // Beside what is installed: modules are looked for from there.
  for (const from of ['scenarios', 'pairs']) cpSync(join(here, from), folder, { recursive: true });
  const command = program.endsWith('.py') ? join(folder, 'bin/python') : nodeOf(folder);
  await run(command, [join(folder, program)], folder, { ...environment(model, sink), ...settings });
  model.stop();
  sink.stop();
  return { model, sink, folder, command };
}

/** Node that was installed beside the program, for an SDK that asks for a newer one; else the Node at hand. */
function nodeOf(folder) {
  const own = join(folder, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** The environment of a program: where its model is, and where it exports to. Nothing of this process's own environment. */
function environment(model, sink) {
  return {
    PATH: process.env.PATH,
    HOME: INSTALLS,
    PYTHONDONTWRITEBYTECODE: '1',
    OPENAI_API_KEY: 'sk-capture',
    OPENAI_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-capture',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}`,
    GEMINI_API_KEY: 'capture',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${model.port}`,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/api/public/otel/v1/traces`,
    LANGFUSE_BASE_URL: sink.url,
    LANGFUSE_HOST: sink.url,
    LANGFUSE_PUBLIC_KEY: 'pk-lf-capture',
    LANGFUSE_SECRET_KEY: 'sk-lf-capture',
    LANGFUSE_BASEURL: sink.url,
  };
}

// Runs a program that sends, between a model and a sink on loopback.
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLS, installed, run } from './install.mjs';
import { startModel } from './model-server.mjs';
import { startSink } from './otlp-sink.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Runs a program of `scenarios/` or `pairs/` with a file of versions and settings of its environment. Returns the model and the sink, both
 * stopped, the folder of the run, and the command.
 */
export async function runProgram({ program, versions, settings }) {
  const folder = await installed(versions);
  // In the folder of the installation, because modules are resolved from there.
  for (const from of ['scenarios', 'pairs']) cpSync(join(here, from), folder, { recursive: true });
  const command = program.endsWith('.py') ? join(folder, 'bin/python') : nodeOf(folder);
  const done = await between(({ model, sink }) =>
    run(command, [join(folder, program)], folder, { ...environment(model), ...exportingTo(sink), ...settings }),
  );
  return { ...done, folder, command };
}

/**
 * Runs lines of a guide as a reader pastes them, in the folder of their programs. Returns the same as `runProgram`.
 * @param product address and token of a started product, which the lines send to in place of the sink
 */
export async function runLines({ lines, programs, versions }, product) {
  const folder = await installed(versions);
  for (const { name, text } of programs) writeFileSync(join(folder, name), text);
  const PATH = [join(folder, 'bin'), join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const done = await between(({ model, sink }) => {
    const { url, token } = product ?? { url: sink.url, token: 'capture' };
    return run('sh', ['-ec', lines], folder, { ...environment(model), PATH, SLUICE_URL: url, SLUICE_TOKEN: token });
  });
  return { ...done, folder, command: join(folder, 'bin/python') };
}

/** Runs something between a model and a sink, which are stopped then. */
async function between(work) {
  const [model, sink] = [await startModel(), await startSink()];
  await work({ model, sink });
  model.stop();
  sink.stop();
  return { model, sink };
}

/** Returns the Node that was installed with the program, for an SDK that requires a newer one; otherwise the Node of this process. */
function nodeOf(folder) {
  const own = join(folder, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** Environment of a program: the address of its model. Contains nothing of this process's own environment. */
function environment(model) {
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
  };
}

/** Export settings of a program. */
function exportingTo(sink) {
  return {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/api/public/otel/v1/traces`,
    LANGFUSE_BASE_URL: sink.url,
    LANGFUSE_HOST: sink.url,
    LANGFUSE_PUBLIC_KEY: 'pk-lf-capture',
    LANGFUSE_SECRET_KEY: 'sk-lf-capture',
    LANGFUSE_BASEURL: sink.url,
  };
}

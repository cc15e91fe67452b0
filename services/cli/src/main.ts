#!/usr/bin/env node
import { join } from 'node:path';
import { createLogger, createOutput, versionOf } from '@sluice/runtime';
import { surviveClosedReader } from './closed-reader';
import { composeResources } from './compose';
import { cliSettings } from './config';
import { run } from './run';

const logger = createLogger({ level: 'warn', pretty: process.stderr.isTTY, destination: createOutput(2) });

surviveClosedReader(process.stdout);
surviveClosedReader(process.stderr);

void run(process.argv.slice(2), {
  resources: composeResources(cliSettings(), logger),
  version: versionOf(join(__dirname, '..')),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (text) => process.stderr.write(text),
}).then((code) => {
  process.exitCode = code;
});

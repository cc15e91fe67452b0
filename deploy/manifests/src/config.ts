/** Program of Helm 3 or 4, where it is not on the path. */
export const { HELM = 'helm' } = process.env;

// Landing rules.

const QUOTA = 1204;

/**
 * Live weight in tonnes: what was gutted weighed a half more.
 *
 * The factor is that of the harbour office, and it holds for herring and for cod alike. Where both are landed
 * together, they are weighed together; a vessel that lands gutted and whole fish is weighed twice, once for each.
 */
function weigh(fish, gutted = false) {
  const factor = gutted ? 1.5 : 1.0;
  return fish.reduce((sum, one) => sum + one, 0) * factor;
}

class Vessel {
  land(fish) {
    this.landed = weigh(fish);
  }
}

"""`python -m pincite.service`, which `pincite serve` starts."""

import sys

from pincite.start import start

if __name__ == "__main__":
    sys.exit(start("pincite.service.serve"))

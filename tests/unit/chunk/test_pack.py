from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk.pack import Atom, Budget, pack

LINES = st.lists(
    st.tuples(st.integers(1, 40), st.sampled_from([0.0, 0.15, 2.0]), st.integers(1, 12)), min_size=1, max_size=9
)


def atoms_of(lines):
    atoms, at = [], 0
    for length, cost, tokens in lines:
        atoms.append(Atom(at, at + length, cost, tokens=tokens))
        at += length + 1
    return atoms


def cost_of(ranges, atoms, budget):
    total = 0.0
    for first, stop in ranges:
        points = atoms[stop - 1].end - atoms[first].start
        total += atoms[first].cost + ((points - budget.target) / budget.target) ** 2
    return total


def every_way(atoms, extra, budget):
    for mask in range(2 ** (len(atoms) - 1)):
        cuts = [0, *(i + 1 for i in range(len(atoms) - 1) if mask >> i & 1), len(atoms)]
        ranges = list(pairwise(cuts))
        if all(fits(first, stop, atoms, extra, budget) for first, stop in ranges):
            yield ranges


def fits(first, stop, atoms, extra, budget):
    points = atoms[stop - 1].end - atoms[first].start
    tokens = extra[first] + sum(atom.tokens for atom in atoms[first:stop])
    return stop - first == 1 or (points <= budget.points and tokens <= budget.tokens)


@given(LINES)
def test_no_way_to_cut_is_cheaper_than_the_one_found(lines):
    atoms, budget = atoms_of(lines), Budget(tokens=24, points=90, target=45)
    extra = [3] * len(atoms)
    best = min(cost_of(ranges, atoms, budget) for ranges in every_way(atoms, extra, budget))
    assert abs(cost_of(pack(atoms, extra, budget), atoms, budget) - best) < 1e-9


def test_nothing_packs_to_nothing():
    assert pack([], [], Budget(9, 9, 9)) == []


def test_a_short_end_joins_its_neighbour():
    atoms = atoms_of([(45, 0.0, 5), (8, 0.0, 1)])
    assert pack(atoms, [0, 0], Budget(24, 90, 45)) == [(0, 2)]

"""Every question is asked once and answered in time, or there is no run."""

import threading
import time

import pytest

from pincite.errors import GoldenError, NotReady, RunIncomplete
from pincite.evaluate.runs.judge import Ground, Held
from pincite.evaluate.runs.run import Arm, run_questions
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument, GoldenSet, Question, Span
from pincite.types.locator import Locator
from pincite.types.run import ChunkCosts
from pincite.types.search import Hit, SearchResult

TEXT = " ".join(f"Fact {number:02} holds." for number in range(20))
SPANS = [(15 * number, 15 * number + 14) for number in range(20)]
ARM = Arm("test", "E", "dense", ChunkCosts(20))


def golden(*questions):
    return GoldenSet("gold.jsonl", questions, "golden")


def asked(number, **more):
    needle = Span("facts.txt", *SPANS[number], needle=TEXT[slice(*SPANS[number])])
    return Question(f"q{number:02}a", f"question {number}", f"q{number:02}", True, **({"spans": (needle,)} | more))


ALL = tuple(asked(number) for number in range(20))


def ground(text=TEXT, failed=()):
    documents = (CorpusDocument("facts.txt", Document(text, (), "txt", "text 1", "", "")),) if text else ()
    held = [Held("facts.txt", *span, (span,)) for span in SPANS]
    return Ground(Corpus(documents, CorpusCounts(1, len(text), 0, "corpus"), failed), held, {"id": "facts.txt"})


def search(query):
    number = int(query.split()[1])
    spans = [SPANS[(number + step) % 20] for step in (1, 0)]
    hits = [
        Hit(rank, "id", "facts.txt", "facts.txt", "", TEXT[slice(*span)], 0.1 * rank, 1 / rank, Locator(*span))
        for rank, span in enumerate(spans, 1)
    ]
    return SearchResult(query, tuple(hits), "dense", "none")


def hesitant(query):
    time.sleep(0.001 * (int(query.split()[1]) % 3))
    return search(query)


def run(questions=ALL, searchers=(search,), on=None, **more):
    return run_questions(golden(*questions), searchers, on or ground(), ARM, **more)


def test_a_run_is_the_same_to_the_bit_whatever_the_order_of_questions_and_the_number_of_workers():
    expected = run()
    assert [result.rank for result in expected.results] == [2] * 20
    for workers in (1, 2, 7):
        assert run(ALL[::-1], [hesitant] * workers) == expected
        assert repr(run(ALL[7:] + ALL[:7], [hesitant] * workers)) == repr(expected)


def test_each_searcher_is_called_by_one_thread_only():
    seen = [set(), set()]

    def noted(number):
        def find(query):
            seen[number].add(threading.get_ident())
            return hesitant(query)

        return find

    run(ALL, [noted(0), noted(1)])
    assert all(len(threads) <= 1 for threads in seen)
    assert sum(map(len, seen)) >= 1


def test_a_query_without_hits_counts_as_not_found():
    results = run(ALL, [lambda query: SearchResult(query, ())]).results
    assert [(result.rank, result.judged) for result in results] == [(None, True)] * 20


def test_an_arm_that_raises_is_an_error_with_counts_and_no_zero():
    def find(query):
        if query in {"question 3", "question 11", "question 12"}:
            raise NotReady("nothing is indexed")
        return search(query)

    message = "17 of 20 questions were answered by test; first: q03a: NotReady: nothing is indexed"
    with pytest.raises(RunIncomplete, match=message):
        run(ALL, [find, find])


def test_an_arm_that_never_ran_is_an_error():
    with pytest.raises(RunIncomplete, match="0 of 20 questions were answered"):
        run(ALL, [])


def test_a_question_that_is_skipped_is_an_error():
    with pytest.raises(RunIncomplete, match=r"19 of 20 .*q05a: the search gave NoneType"):
        run(ALL, [lambda query: None if query == "question 5" else search(query)])


def test_hits_of_another_question_are_an_error():
    with pytest.raises(RunIncomplete, match="0 of 20"):
        run(ALL, [lambda query: search("question 1" + query)])


def test_a_reranker_that_did_not_run_is_an_error_and_not_another_figure():
    arm = Arm("test", "E", "hybrid+late", ChunkCosts(20), rerank="late")
    with pytest.raises(RunIncomplete, match="reranked by none, expected late"):
        run_questions(golden(*ALL), [search], ground(), arm)


def test_an_answer_after_the_deadline_is_an_error():
    def find(query):
        if query == "question 2":
            time.sleep(0.1)
        return search(query)

    with pytest.raises(RunIncomplete, match=r"19 of 20 .*q02a: (it took|no answer after)"):
        run(ALL, [find, search], deadline=0.05)


def test_a_search_that_never_ends_is_given_up():
    for_ever = threading.Event()

    seen = []

    def find(query):
        seen.append(query)
        if query == "question 4":
            for_ever.wait(20)
        return search(query)

    started = time.monotonic()
    with pytest.raises(RunIncomplete, match=r"4 of 20 .*q04a: no answer after 0\.5 s"):
        run(ALL, [find], deadline=0.5)
    assert time.monotonic() - started < 10
    for_ever.set()
    time.sleep(0.1)
    assert seen[-1] == "question 4"  # what was given up takes no more questions


def test_the_watch_is_told_of_every_question_and_its_time():
    told = []
    run(ALL, watch=told.append)
    assert [one.done for one in told] == list(range(1, 21))
    assert all(one.seconds >= 0 and one.total == 20 for one in told)


def test_no_questions_and_no_documents_are_errors():
    with pytest.raises(GoldenError, match="no question that counts"):
        run([])
    with pytest.raises(GoldenError, match="no document"):
        run(on=ground(text=""))


def test_a_golden_set_that_names_other_documents_is_refused_by_their_names():
    stranger = asked(1, spans=(Span("strange.md", 0, 4),))
    with pytest.raises(GoldenError, match=r"not among the 1 of the corpus: 'strange\.md' \(empty\)"):
        run([stranger], on=ground(failed=(("strange.md", "empty"),)))
    with pytest.raises(GoldenError, match=r"'other\.md'"):
        run([asked(1, spans=(), relevant=(("other.md", 1),))])


def test_another_corpus_under_the_same_name_is_refused():
    with pytest.raises(GoldenError, match=r"question 'q03a': .* another corpus"):
        run(on=ground(TEXT.replace("Fact 03", "Fakt 03")))


def test_a_span_beyond_the_text_is_refused():
    with pytest.raises(GoldenError, match="wrong offset"):
        run([asked(1, spans=(Span("facts.txt", 280, 9999),))])


def test_two_questions_with_one_id_are_refused():
    with pytest.raises(GoldenError, match="two questions with the id 'q01a'"):
        run([ALL[1], ALL[1]])


def test_a_run_that_ends_early_does_not_leave_a_search_at_work_behind():
    def slow(query):
        time.sleep(0.3)
        return search(query)

    before = threading.active_count()
    with pytest.raises(RunIncomplete):
        run(searchers=[slow] * 3, deadline=0.01)
    assert threading.active_count() == before

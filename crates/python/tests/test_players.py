"""Players, proofs, explanations, matches."""

import pickle
import threading

import pandas
import pytest

import spinney


def test_the_same_seed_thinks_the_same():
    position = spinney.Position("hex 7x7")
    reports = [
        spinney.Player("hex/best", seed=5, threads=1).think(position, playouts=300).analysis
        for _ in range(2)
    ]
    assert reports[0] == reports[1]


def test_an_analysis_is_a_data_frame():
    player = spinney.Player("hex/uct", seed=1)
    position = spinney.Position("hex 5x5")
    report = player.think(position, playouts=500)
    frame = pandas.DataFrame(report.analysis)
    assert frame["move"][0] == report.best and frame["action"][0] == report.action
    assert frame["visits"].sum() > 0 and frame["win_rate"].between(0, 1).all()
    position.play(report.action)
    assert position.moves == [report.best]


@pytest.mark.parametrize("name", spinney.games())
def test_every_game_has_a_player_that_moves(name):
    position = spinney.Game(name).start()
    while position.is_chance:
        position.roll(1)
    report = spinney.Player(name, seed=1, memory=16).think(position, playouts=20)
    position.play(report.best)


def test_reports_come_while_it_thinks_and_what_they_raise_ends_it():
    player = spinney.Player("hex/uct", seed=1, report_every=0.01)
    position = spinney.Position("hex 9x9")
    heard = []

    def listen(report):
        heard.append(report.playouts)
        if len(heard) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        player.think(position, seconds=600, on_report=listen)
    assert heard == sorted(heard) and len(heard) == 3
    assert player.think(position, playouts=10).best


def test_other_threads_run_while_a_player_thinks():
    player = spinney.Player("hex/uct", seed=1)
    position = spinney.Position("hex 11x11")
    counted = []

    def count():
        # Busy on its own, it asks for the lock that Python code needs all the time; then it ends
        # the thinking, which has no other end.
        for number in range(100_000):
            counted.append(number)
        while True:
            try:
                player.clear()
            except spinney.BusyError:
                break
        player.stop()

    thread = threading.Thread(target=count)
    thread.start()
    report = player.think(position, seconds=3600)
    thread.join()
    assert report.best and len(counted) == 100_000 and report.seconds < 3600


def test_players_are_pickled_as_they_were_made():
    player = spinney.Player(
        "hex/uct", seed=3, threads=1, memory=8, parameters={"search.exploration": 0.9}
    )
    again = pickle.loads(pickle.dumps(player))
    assert again.parameters == player.parameters
    assert again.parameters["search.exploration"] == "0.9"


def test_what_a_player_cannot_do_is_told():
    with pytest.raises(spinney.UnknownNameError):
        spinney.Player("hex/bets")
    with pytest.raises(spinney.SpinneyError):
        spinney.Player("hex/best", parameters={"search.exploratoin": 1})
    with pytest.raises(spinney.TextError):
        spinney.Player("arimaa/best", threads=7)
    player = spinney.Player("hex/uct")
    with pytest.raises(spinney.TextError):
        player.think(spinney.Position("y 5"), playouts=10)
    for seconds in (-1, float("nan"), float("inf")):
        with pytest.raises(spinney.SpinneyError):
            player.think(spinney.Position("hex 4x4"), seconds=seconds)
    over = spinney.Position("hex 2x2")
    for move in ("a1", "b1", "a2"):
        over.play(move)
    with pytest.raises(spinney.GameOverError):
        player.think(over, playouts=10)


def test_a_game_is_reviewed_turn_by_turn():
    position = spinney.Position("hex 4x4")
    for move in ("a1", "b2", "a4"):
        position.play(move)
    frame = pandas.DataFrame(spinney.Player("hex/uct", seed=1).review(position, playouts=400))
    assert list(frame["played"]) == ["a1", "b2", "a4"] and (frame["loss"] >= 0).all()


def test_positions_are_solved_and_explained():
    position = spinney.Position("hex 5x5")
    heard = []
    solution = spinney.solve(position, memory=8, on_progress=heard.append)
    assert solution.is_solved and solution.winner == "black"
    position.play(solution.best)
    assert spinney.solve(position, memory=8).winner == "black"
    assert spinney.explain(position)["to_move"] == "white"
    assert not spinney.solve(spinney.Position("hex 11x11"), memory=8, nodes=10).is_solved
    for name in spinney.games():
        game = spinney.Game(name)
        if not game.can_solve:
            with pytest.raises(spinney.TextError):
                spinney.solve(game.start())
        if not game.can_explain:
            with pytest.raises(spinney.TextError):
                spinney.explain(game.start())


def test_a_match_takes_presets_players_and_functions():
    def first_legal(position):
        return int(position.legal_actions()[0])

    result = spinney.match(
        "hex/uct", first_legal, game="hex 5x5", games=4, playouts=300, random_moves=1
    )
    assert result.wins + result.losses == 4 and result.score > 0.5
    assert list(pandas.DataFrame(result.games)["first"]) == ["a", "b", "a", "b"]
    again = spinney.Position.from_record(result.games["record"][0])
    assert again.is_over and len(again.moves) == result.games["moves"][0]
    with pytest.raises(spinney.SpinneyError):
        spinney.match("tantrix/random", "tantrix/random", game="tantrix red yellow blue")

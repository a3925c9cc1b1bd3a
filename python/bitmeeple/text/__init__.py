"""Words and pictures: notation of actions, sentences, drawings. One module per game."""

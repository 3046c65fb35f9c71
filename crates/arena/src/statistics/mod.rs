//! What results say: rates, ratings and the chance that one player is better than another.

"""Simulation: many games of computer players, on one machine or a cluster, and what they tell about a scenario."""

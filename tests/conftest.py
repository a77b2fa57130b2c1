"""What all tests share."""

from hypothesis import HealthCheck, settings

# A busy machine is no fault of a test: time is measured in benchmarks/ alone.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")
